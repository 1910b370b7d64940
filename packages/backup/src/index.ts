export { writeBackup } from './write-backup.ts';
export type { BackupHead } from './backup-head.ts';
export { assertUnused, restoreBackup, verifyBackup } from './restore-backup.ts';
