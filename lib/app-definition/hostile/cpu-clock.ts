/**
 * Starts to count. What comes back tells the processor time since, in milliseconds: unlike the wall's clock, it says
 * the same on a machine that is busy with other things.
 */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
