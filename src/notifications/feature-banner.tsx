/** Shows the current feature banner to signed-in users on pages that allow it. Its view is loaded when it is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { setCallData, useCall } from '#platform/http/query.ts'
import { useOpenDialogCount } from '#ui/open-dialogs.ts'

import { isHiddenOn, needsKeyboard } from './banner.ts'
import { dismissFeatureBanner, getFeatureBanner, readFeatureBanner, type FeatureBanner as Banner } from './contract.ts'

const BannerView = lazy(() => import('./banner-view.tsx').then(part => ({ default: part.BannerView })))

/** Phones show no banner, in neither orientation. */
const TABLET_QUERY = '(width >= 834px) and (height >= 500px)'
/** A device without a mouse or a trackpad is assumed to have no keyboard. */
const KEYBOARD_QUERY = '(any-hover: hover)'

const DISMISS_PAUSE_MS = 500
const QUIET_PERIOD_MS = 1_000

export const FeatureBanner = () => {
  const user = useSession()
  // New users still have onboarding to do, and staff in a masquerade must not mark the client's banner as read.
  const isEligible = user !== null && user.has_completed_onboarding && user.masquerade === null
  const banner = useCall(getFeatureBanner, {}, { enabled: isEligible }).data?.data
  const { pathname } = useLocation()
  if (!isEligible || !banner || isHiddenOn(pathname, banner.exclude_on)) return null
  return <DelayedBanner key={banner.id} banner={banner} />
}

const DelayedBanner = ({ banner }: { banner: Banner }) => {
  const client = useQueryClient()
  const dialogs = useOpenDialogCount()
  const [isOpen, setOpen] = useState<boolean>()
  const isPhone = !useMedia(TABLET_QUERY)
  const hasKeyboard = useMedia(KEYBOARD_QUERY)
  const description = hasKeyboard ? banner.description : banner.touch_description || banner.description
  const fitsDevice = !isPhone && (hasKeyboard || !needsKeyboard(description))
  // Opens once no dialog was open for a moment, because the page may open one of its own. Then it stays open.
  const isWaiting = fitsDevice && isOpen === undefined && dialogs === 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setOpen(true), QUIET_PERIOD_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const { id, is_read } = banner
  useEffect(() => {
    if (isOpen && !is_read) call(readFeatureBanner, { query: { id: String(id) } }).catch(() => undefined)
  }, [id, is_read, isOpen])
  const dismiss = () => {
    setOpen(false)
    // It is hidden already; if saving fails, it shows again the next time.
    setTimeout(() => {
      call(dismissFeatureBanner, { query: { id: String(id) } }).catch(() => undefined)
      setCallData(client, getFeatureBanner, {}, { data: null, meta: {} })
    }, DISMISS_PAUSE_MS)
  }
  if (!isOpen || !fitsDevice) return null
  return (
    <Suspense fallback={null}>
      <BannerView banner={{ ...banner, description }} onDismiss={dismiss} />
    </Suspense>
  )
}

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    notify => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
    () => false,
  )
