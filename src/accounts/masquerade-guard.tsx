/** Disables actions that only the customer may take while a staff member acts as them (decision 14). */
import type { ReactNode } from 'react'

import { Banner } from '#ui/banner.tsx'

import { formatPersonName } from './person-name.ts'
import { useSession } from './use-session.ts'

import css from './masquerade-guard.module.css'

/** Returns the reason why an action is disabled, or undefined when the user is not masqueraded. */
export const useMasqueradeNotice = (): string | undefined => {
  const user = useSession()
  return user?.masquerade ? `Only ${formatPersonName(user)} can do this: you act as them.` : undefined
}

/** Disables all buttons and fields inside while a staff member acts as the customer. Links keep working. */
export const MasqueradeGuard = ({ children }: { children: ReactNode }) => {
  const notice = useMasqueradeNotice()
  if (notice === undefined) return children
  return (
    <>
      <Banner className={css.why}>{notice} You can look at everything here.</Banner>
      <fieldset disabled className={css.all}>
        {children}
      </fieldset>
    </>
  )
}
