/** Texts of the screen that lets a command line in. */
export const device = {
  device: {
    title: 'Let a command line in',
    hint: 'Type the code that dap login shows in your own terminal. Never type one that somebody sent you: whoever shows it gets a key to your organisation.',
    code: 'Code',
    look: 'Continue',
    unknown: 'No command line waits with this code. Codes live for ten minutes.',
    asks: (client: string) => `${client} asks for a key.`,
    from: (address: string, since: string) => `It asked from ${address} (${since}).`,
    elsewhere: (address: string) =>
      `Its address, ${address}, is not the one that you come from. If this is not your own machine, turn it away.`,
    isYours: (code: string) => `Does your terminal show ${code}?`,
    name: 'Name of the key',
    lifetime: 'For how long?',
    days: (days: number) => (days === 1 ? 'a day' : `${days} days`),
    approve: 'Let it in',
    deny: 'Turn it away',
    approved: 'It is let in. You can go back to your terminal.',
    denied: 'It was turned away.',
    another: 'Another code',
    notYou: 'Only owners let command lines in. Ask one of them for a key, and pass it to dap login --paste.',
  },
};
