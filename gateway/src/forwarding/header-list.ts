/**
 * Sets a header in a list of names and values in turn, or removes it. Only names are compared: a
 * client may send the name of a header as the value of another.
 */
export const setHeader = (headers: string[], name: string, value: string | undefined): void => {
  for (let at = headers.length - 2; at >= 0; at -= 2) if (headers[at] === name) headers.splice(at, 2);
  if (value !== undefined) headers.push(name, value);
};
