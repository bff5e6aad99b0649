/** Where a service's build file stands in its folder of the context. */
export const BUILD_FILE = "Dockerfile";

/** The key that a file of a build is sealed for; no variable and no path inside a container reads like it. */
export const buildFileKey = (path: string) => `build/${path}`;
