/** A feature banner: a card above the page on large screens, a dialog with a link to the larger picture on small ones. */
import { X } from 'lucide-react'
import { lazy, Suspense, useId, useSyncExternalStore } from 'react'

import { IconButton } from '#ui/icon-button.tsx'
import { getKeyName } from '#ui/key-name.ts'

import { splitBannerText } from './banner.ts'
import type { FeatureBanner } from './contract.ts'

import css from './banner-view.module.css'

const Dialog = lazy(() => import('#ui/dialog.tsx').then(part => ({ default: part.Dialog })))

const LARGE_SCREEN_QUERY = '(width >= 1024px)'

const useIsLarge = () =>
  useSyncExternalStore(
    notify => {
      const query = matchMedia(LARGE_SCREEN_QUERY)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => matchMedia(LARGE_SCREEN_QUERY).matches,
    () => true,
  )

type BannerViewProps = {
  banner: Pick<FeatureBanner, 'title' | 'description' | 'image_paths'>
  open: boolean
  onDismiss: () => void
}

export const BannerView = (props: BannerViewProps) =>
  useIsLarge() ? <BannerCard {...props} /> : <BannerDialog {...props} />

export const BannerCard = ({ banner: { title, description, image_paths }, open, onDismiss }: BannerViewProps) => {
  const id = useId()
  return (
    open && (
      <aside className={css.card} aria-labelledby={id}>
        <img src={image_paths.profile.medium} alt="" className={css.picture} />
        <IconButton icon={X} label={`Dismiss: ${title}`} className={css.close} onClick={onDismiss} />
        <div className={css.words}>
          <span className={css.tag}>NEW!</span>
          <h2 id={id}>{title}</h2>
          <Description text={description} />
        </div>
      </aside>
    )
  )
}

/** `within`: renders the dialog inside this element, as a preview. */
export const BannerDialog = ({
  banner: { title, description, image_paths },
  open,
  onDismiss,
  within,
}: BannerViewProps & { within?: HTMLElement }) => (
  <Suspense fallback={null}>
    <Dialog
      open={open}
      onClose={onDismiss}
      title={title}
      above={<span className={css.tag}>NEW!</span>}
      size="sm"
      {...(within && { container: within })}
    >
      <div className={css.body}>
        <img src={image_paths.profile.small} alt="" className={css.picture} />
        <a href={image_paths.profile.medium} target="_blank" rel="noopener" className={css.larger}>
          View Larger
        </a>
        <Description text={description} />
      </div>
    </Dialog>
  </Suspense>
)

const Description = ({ text }: { text: string }) => (
  <p className={css.text}>
    {splitBannerText(text).map(({ text, isKey }, index) => (isKey ? <kbd key={index}>{getKeyName(text)}</kbd> : text))}
  </p>
)
