import type { Oklch } from '../color.ts';
import { oppositeTemperature } from '../temperature.ts';
import type { Harmony } from './harmony.ts';

export const temperature: Harmony = {
  id: 'temperature',
  title: 'Temperature',
  description: 'The base and the colour that is as warm as the base is cool, or as cool as it is warm.',
  anchors: (base) => {
    const opposite: Oklch = { ...base, h: oppositeTemperature(base) };
    return [{ role: 'temperature-complement', oklch: opposite }];
  },
};
