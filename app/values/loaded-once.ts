/**
 * Something that is loaded when it is first wanted, once for all who want it. A load that fails is
 * told to those who wait for it, and tried anew for the next.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
