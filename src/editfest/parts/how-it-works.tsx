import { Link } from 'react-router'

import css from './how-it-works.module.css'

/** The rules of an Editfest in short. */
export const HowItWorks = () => (
  <section className={css.rules} aria-labelledby="how-it-works">
    <h2 id="how-it-works">How it works</h2>
    <ol>
      <li>
        <h3>Enter the code</h3>
        <p>It came with your invitation. One code opens the Editfest to your whole workspace, once.</p>
      </li>
      <li>
        <h3>Take your clips</h3>
        <p>
          On each clip’s page, in HD and without a watermark, as many as the Editfest gives your team. A clip counts
          once, however often you download it. Signature clips, and the comps that everybody may take, come with a
          watermark and do not count.
        </p>
      </li>
      <li>
        <h3>Cut and show your film</h3>
        <p>
          At the Editfest and as part of your own reel. For anything else, a client’s film above all, license the clips
          as always: <Link to="/license-terms">the terms</Link> do not change.
        </p>
      </li>
    </ol>
  </section>
)
