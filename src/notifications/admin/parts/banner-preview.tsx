/** The banner with the site's own component, in a large window in both themes, and with the text for touch screens. */
import { lazy, Suspense } from 'react'

import { PreviewFrame } from './preview-frame.tsx'

import css from './banner-preview.module.css'

const BannerView = lazy(() => import('../../banner-view.tsx').then(part => ({ default: part.BannerView })))

type BannerPreviewProps = {
  title: string
  description: string
  touch_description: string | undefined
  pictures: { small: string; medium: string } | undefined
}

const ignore = () => undefined
const themes = ['light', 'dark'] as const
const themeLabels = { light: 'Light', dark: 'Dark' } as const
/** Placeholder for a picture that is not selected yet. */
const EMPTY_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

export const BannerPreview = ({ title, description, touch_description, pictures }: BannerPreviewProps) => {
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
          <figure key={theme} className={css.screen}>
            <figcaption>{themeLabels[theme]}, above the page</figcaption>
            <div className={css.large}>
              <PreviewFrame title={`${themeLabels[theme]}, large window`} theme={theme} className={css.window}>
                {() => (
                  <Suspense>
                    <BannerView banner={banner} onDismiss={ignore} />
                    {touch_description?.trim() && (
                      <BannerView banner={{ ...banner, description: touch_description }} onDismiss={ignore} />
                    )}
                  </Suspense>
                )}
              </PreviewFrame>
            </div>
          </figure>
        ))}
      </div>
    </section>
  )
}
