export { writeBackup } from './write-backup.ts';
export type { BackupHead } from './backup-head.ts';
export { restoreBackup, verifyBackup } from './restore-backup.ts';
