export function waitingPage(title: string, text: string): string;
export function holdPort(port: number, host?: string): Promise<() => Promise<void>>;
