/** Shows what is new, once somebody is signed in and on a page where it does not disturb. What it looks like comes when it is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/call.ts'
import { setCall, useCall } from '#platform/query.ts'
import { useOpenDialogs } from '#ui/open-dialogs.ts'

import { isHiddenOn, needsKeyboard } from './banner.ts'
import { dismissFeatureBanner, getFeatureBanner, readFeatureBanner, type FeatureBanner as Banner } from './contract.ts'

const BannerView = lazy(() => import('./banner-view.tsx').then(part => ({ default: part.BannerView })))

const dismiss_pause_ms = 500
const calm_ms = 1_000

export const FeatureBanner = () => {
  const user = useSession()
  // Newcomers have our questions before them; and what a client has read is not for us to say.
  const isFree = user !== null && user.has_completed_onboarding && user.masquerade === null
  const banner = useCall(getFeatureBanner, {}, { enabled: isFree }).data?.data
  const { pathname } = useLocation()
  if (!isFree || !banner || isHiddenOn(pathname, banner.exclude_on)) return null
  return <Shown key={banner.id} banner={banner} />
}

const Shown = ({ banner }: { banner: Banner }) => {
  const client = useQueryClient()
  const dialogs = useOpenDialogs()
  const [isOpen, setOpen] = useState<boolean>()
  // A device without a mouse or a trackpad is taken for one without a keyboard.
  const isForDevice = !needsKeyboard(banner.description) || matchMedia('(any-hover: hover)').matches
  // Comes when nothing else was open for a moment, for a page may open a dialog of its own; and stays then.
  const waits = isForDevice && isOpen === undefined && dialogs === 0
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setOpen(true), calm_ms)
    return () => clearTimeout(timer)
  }, [waits])
  const { id, is_read } = banner
  useEffect(() => {
    if (isOpen && !is_read) call(readFeatureBanner, { query: { id: String(id) } }).catch(() => undefined)
  }, [id, is_read, isOpen])
  const dismiss = () => {
    setOpen(false)
    // It has gone from the screen; a failure shows it again the next time.
    setTimeout(() => {
      call(dismissFeatureBanner, { query: { id: String(id) } }).catch(() => undefined)
      setCall(client, getFeatureBanner, {}, { data: null, meta: {} })
    }, dismiss_pause_ms)
  }
  if (isOpen === undefined) return null
  return (
    <Suspense fallback={null}>
      <BannerView banner={banner} open={isOpen} onDismiss={dismiss} />
    </Suspense>
  )
}
