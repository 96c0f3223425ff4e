/**
 * The banner with the site's own components: the card in a large window and the dialog on a phone, in both themes.
 */
import { lazy, Suspense } from 'react'

import { PreviewFrame } from './preview-frame.tsx'

import css from './banner-preview.module.css'

const BannerCard = lazy(() => import('../../banner-view.tsx').then(part => ({ default: part.BannerCard })))
const BannerWindow = lazy(() => import('../../banner-view.tsx').then(part => ({ default: part.BannerDialog })))

type BannerPreviewProps = {
  title: string
  description: string
  pictures: { small: string; medium: string } | undefined
}

const ignore = () => undefined
const themes = ['light', 'dark'] as const
const themeLabels = { light: 'Light', dark: 'Dark' } as const
/** Placeholder for a picture that is not selected yet. */
const EMPTY_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

export const BannerPreview = ({ title, description, pictures }: BannerPreviewProps) => {
  const banner = {
    title: title.trim() || 'Title',
    description: description.trim() || 'What is new, in a sentence or two.',
    image_paths: { profile: pictures ?? { small: EMPTY_PICTURE, medium: EMPTY_PICTURE } },
  }
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className={css.themes}>
        {themes.map(theme => (
          <div key={theme} className={css.pair}>
            <figure className={css.screen}>
              <figcaption>{themeLabels[theme]}, above the page in a large window</figcaption>
              <div className={css.large}>
                <PreviewFrame title={`${themeLabels[theme]}, large window`} theme={theme} className={css.window}>
                  {() => (
                    <Suspense>
                      <BannerCard banner={banner} open onDismiss={ignore} />
                    </Suspense>
                  )}
                </PreviewFrame>
              </div>
            </figure>
            <figure className={css.screen}>
              <figcaption>{themeLabels[theme]}, on a phone</figcaption>
              <PreviewFrame title={`${themeLabels[theme]}, phone`} theme={theme} className={css.phone}>
                {body => (
                  <Suspense>
                    <BannerWindow banner={banner} open onDismiss={ignore} within={body} />
                  </Suspense>
                )}
              </PreviewFrame>
            </figure>
          </div>
        ))}
      </div>
    </section>
  )
}
