/** Asks whether visits may be measured, where that has to be asked. Loaded only where a tag manager is configured. */
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { getGeo } from '#accounts/contract.ts'
import { isMeasuredPage } from '#platform/payment-pages.ts'
import { wantsNoMeasuring } from '#platform/privacy-signals.ts'
import { useCall } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'

import { choiceKept, isContainerLoaded, keepChoice, loadContainer, measuringOf } from '../measuring.ts'

import css from './measuring-notice.module.css'

export default function MeasuringNotice({ gtm_id }: { gtm_id: string }) {
  const [choice, setChoice] = useState(choiceKept)
  const geo = useCall(getGeo, {}, { enabled: choice === undefined })
  const answer = geo.data?.data
  // Who cannot be told to be elsewhere is asked.
  const requires_opt_in = geo.isError || (answer && (!answer.success || answer.requires_opt_in))
  const measuring = measuringOf({ choice, signals_no: wantsNoMeasuring(), requires_opt_in })
  useEffect(() => {
    if (measuring === 'yes') loadContainer(gtm_id)
  }, [measuring, gtm_id])
  const { pathname, search } = useLocation()
  // A script that runs cannot be removed: the page is loaded again as a document without it.
  useEffect(() => {
    if (isContainerLoaded(gtm_id) && !isMeasuredPage(pathname + search)) location.reload()
  }, [gtm_id, pathname, search])
  if (measuring !== 'ask') return null
  const choose = (chosen: 'yes' | 'no') => {
    keepChoice(chosen)
    setChoice(chosen)
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
