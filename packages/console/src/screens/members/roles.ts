const ROLES = ['owner', 'editor', 'viewer'] as const;

/** What a member may do. */
export type Role = (typeof ROLES)[number];

/** The role that a form names; the least of them for anything else. */
export const roleOf = (text: string | undefined): Role => ROLES.find((role) => role === text) ?? 'viewer';
