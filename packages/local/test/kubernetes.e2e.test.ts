import { describeBuilds } from './kubernetes/builds.ts';
import { describeManifests } from './kubernetes/manifests.ts';
import { describeOverlays } from './kubernetes/overlays.ts';
import { describeReader } from './kubernetes/reader.ts';
import { ownFiles } from './kubernetes/readme-lines.ts';
import { describeReadme } from './kubernetes/readme.ts';
import { describeScaling } from './kubernetes/scaling.ts';
import { describeSelectors } from './kubernetes/selectors.ts';
import { describeServices } from './kubernetes/services.ts';
import { describeSettings } from './kubernetes/settings.ts';
import { openWorkshop } from './kubernetes/workshop.ts';
import type { Workshop } from './kubernetes/workshop.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop([...ownFiles('Install'), ...ownFiles('Argo CD')]);
});
afterAll(() => workshop.remove());

describeManifests();
describeServices();
describeSettings();
describeSelectors();
describeOverlays();
describeScaling();
describeReadme();
describeBuilds(() => workshop);
describeReader(() => workshop);
