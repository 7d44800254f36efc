/** Reports when an upright phone is tilted away from its holder, and back. Only where no permission is asked for. */
export function watchTilt(onTilt: (isAway: boolean) => void): () => void {
  // iPhones would ask.
  if (!('DeviceOrientationEvent' in window) || 'requestPermission' in DeviceOrientationEvent) return () => {};
  let isAway: boolean | undefined;
  const onOrientation = ({ beta }: DeviceOrientationEvent) => {
    if (beta === null || screen.orientation?.type.startsWith('landscape')) return;
    // Between the two, as on a table, nothing changes.
    const now = beta < awayDegrees ? true : beta > backDegrees ? false : isAway;
    // How it is held at first says nothing.
    if (isAway !== undefined && now !== undefined && now !== isAway) onTilt(now);
    isAway = now ?? false;
  };
  addEventListener('deviceorientation', onOrientation);
  return () => removeEventListener('deviceorientation', onOrientation);
}

/** Front to back: 90 is upright before the holder, 0 flat on a table, and below it the top edge points down. */
const awayDegrees = -15;
const backDegrees = 20;
