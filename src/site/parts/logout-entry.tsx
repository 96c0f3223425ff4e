/** The last entry of the account menu: ends a masquerade, or logs out. */
import { formatPersonName } from '#accounts/person-name.ts'
import { useLogout, useSession } from '#accounts/use-session.ts'
import { useEndMasquerade } from '#workspaces/use-masquerade.ts'

export const LogoutEntry = ({ className, onLeave }: { className: string | undefined; onLeave: () => void }) => {
  const user = useSession()
  const logout = useLogout()
  const endMasquerade = useEndMasquerade()
  const isActing = user !== null && user.masquerade !== null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onLeave()
        void (isActing ? endMasquerade() : logout())
      }}
    >
      {isActing ? `Log Out as User: ${formatPersonName(user)}` : 'Logout'}
    </button>
  )
}
