import type { Input } from '@platform/client';

import { EXIT, isSet, textOf, UsageError } from './command.ts';
import type { Command, Terminal } from './command.ts';
import { websiteId } from './websites/website-commands.ts';

/** GitHub's description of a workflow's run. */
const ofWorkflow = ({ env }: Terminal): { url?: string; text?: string } => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const { GITHUB_SHA: commit, GITHUB_REF_NAME: ref } = env;
  return {
    ...(server && repository && run && { url: `${server}/${repository}/actions/runs/${run}` }),
    ...(commit && { text: `Deployed ${[ref, commit.slice(0, 7)].filter(Boolean).join(' ')}` }),
  };
};

export const annotateCommand: Command = {
  name: 'annotate',
  summary: "Put a deployment or another note on a website's chart",
  operands: 'WEBSITE [TEXT]',
  description:
    'WEBSITE is an id or a domain. With --deployment in a workflow of GitHub, the text and the link are those of the run unless you give others.',
  options: {
    deployment: { type: 'boolean', help: 'It is a deployment' },
    link: { type: 'string', value: 'URL', help: 'Where to read more' },
    at: { type: 'string', value: 'TIME', help: 'When it happened, as ISO 8601; now by default' },
  },
  async run({ platform, operands, values, terminal, signal }) {
    const [website, ...words] = operands;
    const isDeployment = isSet(values, 'deployment');
    const known = isDeployment ? ofWorkflow(terminal) : {};
    const text = words.join(' ').trim() || known.text;
    if (!website || !text)
      throw new UsageError('dap annotate takes a website and a text, such as dap annotate 7 "Release 2.0".');
    const url = textOf(values, 'link') ?? known.url;
    const time = textOf(values, 'at');
    const client = platform();
    const body: Input<'websites.annotations.create'> = {
      text,
      kind: isDeployment ? 'deployment' : 'note',
      ...(url !== undefined && { url }),
      ...(time !== undefined && { time }),
    };
    const id = await websiteId(client, website, signal);
    const annotation = await client.websites.annotations.create(id, body, { signal });
    return { exitCode: EXIT.ok, text: `${annotation.day}: ${annotation.text}\n`, json: { annotation } };
  },
};
