export { writeBackup } from './write-backup.ts';
export type { BackupHead } from './frames.ts';
export { assertUnused, restoreBackup, verifyBackup } from './restore-backup.ts';
