/** Asks for consent to analytics where the law requires it. Loaded only if a tag manager is configured. */
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { getGeo } from '#accounts/contract.ts'
import { optsOutOfAnalytics } from '#platform/analytics/privacy-signals.ts'
import { allowsAnalytics } from '#platform/http/payment-pages.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'

import {
  loadAnalyticsChoice,
  isContainerLoaded,
  saveAnalyticsChoice,
  loadContainer,
  decideAnalytics,
} from '../analytics-consent.ts'

import css from './analytics-notice.module.css'

export default function AnalyticsNotice({ gtm_id }: { gtm_id: string }) {
  const [choice, setChoice] = useState(loadAnalyticsChoice)
  const geo = useCall(getGeo, {}, { enabled: choice === undefined })
  const geoResult = geo.data?.data
  // Ask for consent if the location is unknown.
  const requires_opt_in = geo.isError || (geoResult && (!geoResult.success || geoResult.requires_opt_in))
  const decision = decideAnalytics({ choice, signals_no: optsOutOfAnalytics(), requires_opt_in })
  useEffect(() => {
    if (decision === 'yes') loadContainer(gtm_id)
  }, [decision, gtm_id])
  const { pathname, search } = useLocation()
  // A running script cannot be removed, so the document is reloaded without it.
  useEffect(() => {
    if (isContainerLoaded(gtm_id) && !allowsAnalytics(pathname + search)) location.reload()
  }, [gtm_id, pathname, search])
  if (decision !== 'ask') return null
  const choose = (newChoice: 'yes' | 'no') => {
    saveAnalyticsChoice(newChoice)
    setChoice(newChoice)
  }
  return (
    <aside className={css.notice} aria-label="Measuring visits">
      <p>
        May we measure visits, with Google Tag Manager, to see which pages help? Nothing of it is loaded before you
        allow it. <Link to="/privacy-policy#cookies">Privacy policy</Link>
      </p>
      <div className={css.choices}>
        <Button onClick={() => choose('no')}>No thanks</Button>
        <Button onClick={() => choose('yes')}>Allow</Button>
      </div>
    </aside>
  )
}
