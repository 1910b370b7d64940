/** Splits a message into its first sentence (the fault) and the rest (the remedy). */
export const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-ZÄÖÜ])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};
