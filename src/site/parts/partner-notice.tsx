/** Asks whether a partner's link may be remembered, where the law asks for consent. Loaded only after such a link. */
import { useState } from 'react'
import { Link } from 'react-router'

import { getGeo, saveStorageConsent } from '#accounts/contract.ts'
import { optsOutOfAnalytics } from '#platform/analytics/privacy-signals.ts'
import { call } from '#platform/http/call.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'

import css from './analytics-notice.module.css'

/** Returns the code of `?ref=` while it is neither stored nor answered; null otherwise. */
const findOpenReferral = (): string | null => {
  const isAnswered = /(?:^|; )(?:storage_consent|registration_referral)=/.test(document.cookie)
  const code = new URLSearchParams(location.search).get('ref')
  return isAnswered || optsOutOfAnalytics() || code === null || !/^[\w-]{1,64}$/.test(code) ? null : code
}

export default function PartnerNotice() {
  const [referral] = useState(findOpenReferral)
  const [isAnswered, setAnswered] = useState(false)
  const geo = useCall(getGeo, {}, { enabled: referral !== null })
  const needsConsent = geo.isError || geo.data?.data.requires_opt_in === true
  if (referral === null || isAnswered || !needsConsent) return null
  const choose = (choice: 'yes' | 'no') => {
    setAnswered(true)
    // The question comes back when the answer could not be saved.
    call(saveStorageConsent, { body: { choice, referral } }).catch(() => setAnswered(false))
  }
  return (
    <aside className={css.notice} aria-label="Partner link">
      <p>
        May we remember for 30 days that a partner’s link led you here, and give this browser a random number for
        experiments? Nothing is stored until you allow it. <Link to="/privacy-policy#cookies">Privacy policy</Link>
      </p>
      <div className={css.choices}>
        <Button onClick={() => choose('no')}>No thanks</Button>
        <Button onClick={() => choose('yes')}>Allow</Button>
      </div>
    </aside>
  )
}
