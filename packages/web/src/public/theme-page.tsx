import type { ThemePageContent } from '@platform/pages/palette-contract';

import { readMode, ThemePreview } from '../theme/theme-modes.tsx';
import { Notices } from '../ui/notices.tsx';
import type { Address } from './address.ts';

/** A theme on the parts of a website. */
export const ThemePage = ({ content, address }: { content: ThemePageContent; address: Address }) => (
  <>
    <ThemePreview
      modes={content.modes}
      chosen={readMode(content.modes, address.get('mode'))}
      hrefOf={(mode) => address.hrefOf('mode', mode)}
      onMode={(mode) => {
        address.show('mode', mode);
      }}
    />
    <Notices />
  </>
);
