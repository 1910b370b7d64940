import { createAllFormat } from './all.ts';
import { androidXml } from './android-xml.ts';
import { ase } from './ase.ts';
import { compose } from './compose.ts';
import { createFormatRegistry } from './export-format.ts';
import { css } from './css.ts';
import { csv } from './csv.ts';
import { dtcg } from './dtcg.ts';
import { figma } from './figma.ts';
import { flutter } from './flutter.ts';
import { gpl } from './gpl.ts';
import { iosSwift } from './ios-swift.ts';
import { js } from './js.ts';
import { jsonNested } from './json-nested.ts';
import { json } from './json.ts';
import { less } from './less.ts';
import { png } from './png.ts';
import { scssMap } from './scss-map.ts';
import { scss } from './scss.ts';
import { styleDictionary } from './style-dictionary.ts';
import { stylus } from './stylus.ts';
import { svg } from './svg.ts';
import { swiftui } from './swiftui.ts';
import { tailwindV3 } from './tailwind-v3.ts';
import { tailwindV4 } from './tailwind-v4.ts';
import { ts } from './ts.ts';

const single = [
  css,
  scss,
  scssMap,
  less,
  stylus,
  js,
  ts,
  json,
  jsonNested,
  dtcg,
  styleDictionary,
  figma,
  tailwindV3,
  tailwindV4,
  iosSwift,
  swiftui,
  androidXml,
  compose,
  flutter,
  ase,
  gpl,
  csv,
  svg,
  png,
];

/** Every export format, in listing order. */
export const formats = createFormatRegistry([...single, createAllFormat(single)]);
