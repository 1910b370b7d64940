/** The first items of a list that has pages. */
export const firstOf = async <Item>(list: AsyncIterable<Item>, count: number): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of list) {
    found.push(item);
    if (found.length >= count) break;
  }
  return found;
};
