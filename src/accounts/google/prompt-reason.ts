/** A moment notification of Google's prompt. */
export type PromptMoment = {
  isNotDisplayed: () => boolean
  getNotDisplayedReason: () => string
  isSkippedMoment: () => boolean
  getSkippedReason: () => string
  isDismissedMoment: () => boolean
  getDismissedReason: () => string
}

/**
 * Returns why the prompt ended, such as "not_displayed: opt_out_or_no_session"; undefined while it is shown and when it
 * returned a credential.
 */
export const getPromptReason = (moment: PromptMoment): string | undefined => {
  if (moment.isNotDisplayed()) return `not_displayed: ${moment.getNotDisplayedReason()}`
  if (moment.isSkippedMoment()) return `skipped: ${moment.getSkippedReason()}`
  if (!moment.isDismissedMoment()) return undefined
  const reason = moment.getDismissedReason()
  return reason === 'credential_returned' ? undefined : `dismissed: ${reason}`
}
