/** Returns whether the browser opts out of tracking by Global Privacy Control or Do Not Track. */
export const optsOutOfAnalytics = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1'
