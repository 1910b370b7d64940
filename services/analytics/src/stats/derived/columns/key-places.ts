/** Keys up to which a block's places are an array, beyond them a map. */
const DENSE = 2 ** 18;

/** The places of a block’s keys: an array for few keys, a map for many. */
export const createPlaces = (
  size: number,
): { get(key: number): number; set(key: number, place: number): void } => {
  if (size > DENSE) {
    const places = new Map<number, number>();
    return { get: (key) => places.get(key) ?? -1, set: (key, place) => places.set(key, place) };
  }
  const places = new Int32Array(size).fill(-1);
  return {
    get: (key) => places[key] ?? -1,
    set: (key, place) => {
      places[key] = place;
    },
  };
};
