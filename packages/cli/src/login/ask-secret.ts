import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on the terminal without showing what is typed; takes the first line where input is piped. */
export const askSecret = (question: string): Promise<string> =>
  new Promise((resolve) => {
    const isTerminal = process.stdin.isTTY;
    const nowhere = new Writable({
      write(_chunk, _encoding, done) {
        done();
      },
    });
    if (isTerminal) process.stderr.write(question);
    const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => {
      lines.close();
    });
    lines.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      resolve(answer);
    });
  });
