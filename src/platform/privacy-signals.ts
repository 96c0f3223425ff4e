/** Whether the browser says that its owner does not want to be measured: Global Privacy Control, Do Not Track. */
export const wantsNoMeasuring = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1'
