/** Where the secret key of a destination belongs. */
export const destinationBinding = (id: string) => ({
  projectId: id,
  service: "backup storage",
  key: "secret key",
});
