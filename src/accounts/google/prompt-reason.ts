/** A moment in the life of Google's prompt, as Google tells it. */
export type PromptMoment = {
  isNotDisplayed: () => boolean
  getNotDisplayedReason: () => string
  isSkippedMoment: () => boolean
  getSkippedReason: () => string
  isDismissedMoment: () => boolean
  getDismissedReason: () => string
}

/** Why the prompt did not lead anywhere: "not_displayed: opt_out_or_no_session"; undefined while it is shown, and when a credential was returned. */
export const promptReason = (moment: PromptMoment): string | undefined => {
  if (moment.isNotDisplayed()) return `not_displayed: ${moment.getNotDisplayedReason()}`
  if (moment.isSkippedMoment()) return `skipped: ${moment.getSkippedReason()}`
  if (!moment.isDismissedMoment()) return undefined
  const reason = moment.getDismissedReason()
  return reason === 'credential_returned' ? undefined : `dismissed: ${reason}`
}
