import { CONFIRM_FIRST } from './confirmed-email.ts'
import { useSession } from './use-session.ts'
import { ResendLinkBanner } from './verify/resend-link-banner.tsx'

/**
 * Asks the user to confirm their email and offers to resend the link. With `after`, the text of a refusal, it shows
 * only if that refusal asks for the confirmation.
 */
export const ConfirmEmailNotice = ({ after }: { after?: string | null | undefined }) => {
  const user = useSession()
  if (!user || user.email_verified) return null
  return after === undefined || after?.startsWith(CONFIRM_FIRST) ? <ResendLinkBanner email={user.email} /> : null
}
