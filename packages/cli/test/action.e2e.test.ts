import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { convertActionTemplate, parseAction } from '@actions/workflow-parser/actions/index';
import type { ActionTemplate } from '@actions/workflow-parser/actions/index';

const run = promisify(execFile);
const folderOf = (name: string): URL => new URL(`../../../actions/${name}/`, import.meta.url);
const FOLDER = folderOf('report-check');

/** The action as GitHub's own parser reads it, and what is wrong with it. */
const parse = async (
  folder = FOLDER,
): Promise<{ action: ActionTemplate; errors: string[]; text: string }> => {
  const text = await readFile(new URL('action.yml', folder), 'utf8');
  const trace = { error: () => undefined, verbose: () => undefined, info: () => undefined };
  const { context, value } = parseAction({ name: 'action.yml', content: text }, trace);
  if (!value) throw new Error(context.errors.getErrors().map(String).join('\n'));
  return {
    action: convertActionTemplate(context, value),
    errors: context.errors.getErrors().map(({ message }) => message),
    text,
  };
};

describe('the report-check action', () => {
  it('is a valid composite action according to GitHub’s parser', async () => {
    const { action, errors } = await parse();
    expect(errors).toEqual([]);
    expect(action.runs.using).toBe('composite');
  });

  it('refers to inputs, steps and files that exist, and passes every input on', async () => {
    const { action, text } = await parse();
    const declared = (action.inputs ?? []).map(({ id }) => id);
    const used = [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name);
    expect(declared.length).toBeGreaterThan(8);
    expect([...used].sort()).toEqual([...declared].sort());
    expect(text).toContain('id: check');
    expect(text).toContain('steps.check.outputs.passed');
    for (const script of ['install.sh', 'check.sh']) {
      expect(text).toContain(script);
      const path = fileURLToPath(new URL(script, FOLDER));
      await access(path, constants.X_OK);
      await run('bash', ['-n', path]);
    }
  });

  it('refuses a drop that is allowed against no baseline', async () => {
    const variables = { URLS: 'https://example.com/', MAX_DROP: '5', DAP_KEY: 'dak_test' };
    const checked = run(fileURLToPath(new URL('check.sh', FOLDER)), {
      env: { ...process.env, ...variables },
    });
    await expect(checked).rejects.toMatchObject({
      code: 2,
      stderr: 'dap: --max-drop needs --baseline last.\n',
    });
  });

  it('never puts an input into a script, where it could be executed', async () => {
    const { text } = await parse();
    const scripts = [...text.matchAll(/^ +run: (.*)$/gm)].map(([, script]) => script);
    expect(scripts).toHaveLength(2);
    for (const script of scripts) expect(script).not.toContain('${{');
  });
});

describe('the annotate action', () => {
  const folder = folderOf('annotate');

  it('is valid, passes every input on, and puts none into a script', async () => {
    const { action, errors, text } = await parse(folder);
    expect(errors).toEqual([]);
    const used = [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name);
    expect([...used].sort()).toEqual((action.inputs ?? []).map(({ id }) => id).sort());
    for (const [, script] of text.matchAll(/^ +run: (.*)$/gm)) expect(script).not.toContain('${{');
    const path = fileURLToPath(new URL('annotate.sh', folder));
    await access(path, constants.X_OK);
    await access(fileURLToPath(new URL('../report-check/install.sh', folder)), constants.X_OK);
  });

  it('takes the website and the text as they are, whatever is in them', async () => {
    const script = fileURLToPath(new URL('annotate.sh', folder));
    const variables = {
      WEBSITE: '--help',
      TEXT: '$(touch x)',
      DAP_KEY: 'dak_test',
      DAP_URL: 'http://127.0.0.1:9',
    };
    await expect(run(script, { env: { ...process.env, ...variables } })).rejects.toMatchObject({ code: 3 });
    const without = { WEBSITE: '7', DAP_KEY: 'dak_test', GITHUB_SHA: '' };
    await expect(run(script, { env: { ...process.env, ...without } })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes a website and a text'),
    });
  });
});
