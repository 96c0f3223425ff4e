import { confirm_first } from './confirmed-email.ts'
import { useSession } from './use-session.ts'
import { SendLinkAgain } from './verify/send-link-again.tsx'

/**
 * What to do until the signed-in person's email address is confirmed, and the link once more. Beside a refusal (`after`)
 * only when it says so.
 */
export const ConfirmEmailFirst = ({ after }: { after?: string | null | undefined }) => {
  const user = useSession()
  if (!user || user.email_verified) return null
  return after === undefined || after?.startsWith(confirm_first) ? <SendLinkAgain email={user.email} /> : null
}
