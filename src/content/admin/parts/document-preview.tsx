import { Banner } from '#ui/banner.tsx'
import { RichText } from '#ui/rich-text.tsx'

import type { ContentDocument } from '../../contract.ts'

import css from './content-editor.module.css'

export type PreviewedDocument = { title: string; document: ContentDocument | null; problems: string[] }

/** A text as visitors would read it, without the layout of its page. */
export const DocumentPreview = ({ preview: { title, document, problems } }: { preview: PreviewedDocument }) => (
  <>
    {problems.length > 0 && (
      <div className={css.problems}>
        {problems.map(problem => (
          <Banner key={problem} kind="danger">
            {problem}
          </Banner>
        ))}
      </div>
    )}
    {document && (
      <section className={css.preview} aria-label="Preview">
        <h3>{title}</h3>
        <RichText html={document.html} />
        {document.sections.map(section => (
          <section key={section.id}>
            <h4>{section.title}</h4>
            <RichText html={section.html} />
            {section.items.map(item => (
              <section key={item.id}>
                <h5>{item.title}</h5>
                <RichText html={item.html} />
              </section>
            ))}
          </section>
        ))}
      </section>
    )}
  </>
)
