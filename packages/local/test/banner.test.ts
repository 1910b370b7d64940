import { banner } from '../src/banner.ts';

const SAID = {
  url: 'http://localhost:8080',
  key: 'dak_example',
  dataDirectory: '/home/ada/.data',
  database: '/home/ada/.data/postgres',
  seconds: 4.21,
};
const LINK = 'http://localhost:8080/console/#sign-in=code';

const linesOf = (signInLink: string | undefined): string[] => banner({ ...SAID, signInLink }).split('\n');

describe('banner', () => {
  it('shows the sign-in link right below the address of the console', () => {
    const lines = linesOf(LINK);
    const at = lines.findIndex((line) => line.includes('Console '));
    expect(lines[at + 1]).toBe(`  Sign in     ${LINK}   (opens the console; once, within 10 minutes)`);
  });

  it('leaves the line out when there is no link', () => {
    const lines = linesOf(undefined);
    expect(lines.join('\n')).not.toMatch(/Sign in|undefined/);
    expect(linesOf(LINK)).toHaveLength(lines.length + 1);
  });
});
