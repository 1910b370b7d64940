export { writeBackup } from './write-backup.ts';
export { assertUnused, restoreBackup, verifyBackup } from './restore-backup.ts';
