import { describeGenerators } from '../generators/describe-generators.ts';
import { describeGenerated } from './describe-generated.ts';
import { describeOperations } from './describe-operations.ts';
import { describePacked } from './describe-packed.ts';
import { describePython } from './describe-python.ts';
import { describeReference } from './describe-reference.ts';
import { describeReadme } from './describe-readme.ts';
import { installPacked } from './install-packed.ts';
import type { PackedClient } from './install-packed.ts';
import { startStage } from './start.ts';
import type { Stage } from './start.ts';

let stage: Stage | undefined;
let packed: PackedClient | undefined;

beforeAll(async () => {
  stage = await startStage();
  packed = await installPacked(stage.platform.url);
});
afterAll(async () => {
  await packed?.remove();
  stage?.stop();
});

const current = (): Stage => {
  if (!stage) throw new Error('The platform did not start.');
  return stage;
};
const installed = (): PackedClient => {
  if (!packed) throw new Error('The client was not packed.');
  return packed;
};

describeReadme(current, installed);
describeOperations(current);
describePacked(current, installed);
describePython(current);
describeReference(current);
describeGenerated(current);
describeGenerators(current);
