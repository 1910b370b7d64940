import { librariesInUrl } from '../../src/page/libraries/recognise-libraries.ts';
import { RETIRE_LIST } from './retire-list.ts';

it.each(RETIRE_LIST.filter(({ byContentOnly }) => !byContentOnly))(
  'recognises $library $version by $url, as retire.js does',
  ({ library, version, url }) => {
    expect(librariesInUrl(url)).toContainEqual({ name: library, version });
  },
);
