/** Whether a person has switched the second factor on; the library's type of a person does not tell it. */
export function hasSecondFactor(user: { id: string }): boolean {
  return (user as { twoFactorEnabled?: boolean | null }).twoFactorEnabled === true;
}

/** What the route answered, as a hook after it finds it; the library's type of a context does not tell it. */
export function returnedBy(ctx: { context: object }): unknown {
  return (ctx.context as { returned?: unknown }).returned;
}
