import { startTemporaryPlatform } from '@platform/local';

/** Starts the whole platform for a moment and reads its `/openapi.json`. */
export const readDocument = async (): Promise<object> => {
  const platform = await startTemporaryPlatform(process.env);
  try {
    return (await (await fetch(`${platform.url}/openapi.json`)).json()) as object;
  } finally {
    await platform.stop();
  }
};
