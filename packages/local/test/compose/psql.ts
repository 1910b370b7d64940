import { spawnSync } from 'node:child_process';

export const hasPsql = spawnSync('psql', ['--version']).status === 0;
