/** What a client's own hand must do, while one of our people acts as them: shown, and out of reach (decision 148). */
import type { ReactNode } from 'react'

import { Banner } from '#ui/banner.tsx'

import { personName } from './person-name.ts'
import { useSession } from './use-session.ts'

import css from './own-hand.module.css'

/** Why it is out of reach, in a sentence; undefined for whoever is themselves. */
export const useNotMine = (): string | undefined => {
  const user = useSession()
  return user?.masquerade ? `Only ${personName(user)} can do this: you act as them.` : undefined
}

/** Everything that can be pressed or typed into in here is disabled meanwhile; links still lead on. */
export const OwnHand = ({ children }: { children: ReactNode }) => {
  const why = useNotMine()
  if (why === undefined) return children
  return (
    <>
      <Banner className={css.why}>{why} Everything here can be looked at.</Banner>
      <fieldset disabled className={css.all}>
        {children}
      </fieldset>
    </>
  )
}
