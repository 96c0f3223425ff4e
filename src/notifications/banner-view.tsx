/** A feature banner: one bar above the page. */
import { X } from 'lucide-react'
import { useId } from 'react'

import { IconButton } from '#ui/icon-button.tsx'
import { getKeyName } from '#ui/key-name.ts'

import { splitBannerText } from './banner.ts'
import type { FeatureBanner } from './contract.ts'

import css from './banner-view.module.css'

type BannerViewProps = {
  banner: Pick<FeatureBanner, 'title' | 'description' | 'image_paths'>
  onDismiss: () => void
}

export const BannerView = ({ banner: { title, description, image_paths }, onDismiss }: BannerViewProps) => {
  const id = useId()
  const { small, medium } = image_paths.profile
  return (
    <aside className={css.bar} aria-labelledby={id}>
      <img src={small} alt="" className={css.picture} />
      <span className={css.tag}>NEW!</span>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      <p className={css.text}>
        {splitBannerText(description).map(({ text, isKey }, index) =>
          isKey ? <kbd key={index}>{getKeyName(text)}</kbd> : text,
        )}
      </p>
      <a href={medium} target="_blank" rel="noopener" className={css.larger}>
        View Larger
      </a>
      <IconButton icon={X} label={`Dismiss: ${title}`} onClick={onDismiss} />
    </aside>
  )
}
