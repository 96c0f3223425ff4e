/** The banner as people see it, by the same components: the card above the page in a large window, the dialog on a phone, by day and by night. */
import { lazy, Suspense } from 'react'

import { PreviewFrame } from './preview-frame.tsx'

import css from './banner-preview.module.css'

const BannerCard = lazy(() => import('#notifications/banner-view.tsx').then(part => ({ default: part.BannerCard })))
const BannerWindow = lazy(() => import('#notifications/banner-view.tsx').then(part => ({ default: part.BannerWindow })))

type Props = { title: string; description: string; pictures: { small: string; medium: string } | undefined }

const ignore = () => undefined
const themes = ['light', 'dark'] as const
const names = { light: 'Light', dark: 'Dark' } as const
/** Stands for a picture that was not chosen yet. */
const none = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

export const BannerPreview = ({ title, description, pictures }: Props) => {
  const banner = {
    title: title.trim() || 'Title',
    description: description.trim() || 'What is new, in a sentence or two.',
    image_paths: { profile: pictures ?? { small: none, medium: none } },
  }
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">As people see it</h2>
      <div className={css.themes}>
        {themes.map(theme => (
          <div key={theme} className={css.pair}>
            <figure className={css.screen}>
              <figcaption>{names[theme]}, above the page in a large window</figcaption>
              <div className={css.large}>
                <PreviewFrame title={`${names[theme]}, large window`} theme={theme} className={css.window}>
                  {() => (
                    <Suspense>
                      <BannerCard banner={banner} open onDismiss={ignore} />
                    </Suspense>
                  )}
                </PreviewFrame>
              </div>
            </figure>
            <figure className={css.screen}>
              <figcaption>{names[theme]}, on a phone</figcaption>
              <PreviewFrame title={`${names[theme]}, phone`} theme={theme} className={css.phone}>
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
