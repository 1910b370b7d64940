import { platform } from '../../session/platform.ts';

/** True where nobody has joined as an owner yet, so that only keys manage the organisation. */
export const lacksOwner = async (): Promise<boolean> => {
  const members = await platform.members.list().all();
  return !members.some(({ role, status }) => role === 'owner' && status === 'joined');
};
