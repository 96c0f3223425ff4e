/** The default license terms, made of the rules in `src/licensing/license-rules.ts`. */
import { licenseRules } from '#licensing/license-rules.ts'

const {
  duration,
  precedence,
  parties,
  production,
  client,
  nonprofit,
  editing,
  sublicense,
  handover,
  transfer,
  resale,
  trademark,
  sensitive_use,
  ai,
  exclusivity,
  buyout,
  releases,
  warranty,
  indemnity,
  termination,
  law,
} = licenseRules

export const licenseTermsSource = `- ${duration.short} ${precedence.short}
- ${production.short} ${parties.short}
- ${editing.short} ${sublicense.short}
- ${resale.short} ${transfer.short}
- ${trademark.short} ${ai.short}
- ${sensitive_use.short}
- ${exclusivity.short}
- ${warranty.short} ${indemnity.short}
- ${termination.short}
- ${law.short}

## The parties {#parties}

${parties.text} The license names each clip by its number, the format, the organization type, the size of the end client and the channels (“distributions”): all of it is on your order and your license agreement.

${precedence.text}

It begins when the payment arrives, or when we invoice you, and covers nothing that was used before.

## The channels {#channels}

{{license.distributions}}

Showing work in your own portfolio or to a jury is always included. A channel that is not listed on your license needs a license of its own.

## Buyouts and exclusivity {#buyout}

${buyout.text}

${exclusivity.text}

## The end client {#client}

${client.text}

**Personal** means a project of your own that is not for a business. ${nonprofit.text}

## What you may do {#may}

${duration.text}

- ${editing.text}
- ${production.text}
- ${sublicense.text}
- ${handover.text}
- Keep a copy for as long as you keep the production.

## What you may not do {#may-not}

- ${resale.text}
- ${transfer.text}
- ${trademark.text}
- ${sensitive_use.text}
- ${ai.text}
- Remove what identifies a file as ours from a comp or a preview.

## People and places {#releases}

${releases.text}

## Comps {#comps}

The watermarked preview may be downloaded and cut with, inside your team and for your client’s approval. It may not be published, and it gives no right to the clip.

## When a license ends {#end}

${termination.text}

A clip that a filmmaker withdraws from the shop stays licensed and stays downloadable for you. If a clip turns out to infringe somebody’s right, we tell you, you stop using it in new work, and we replace it or refund it.

## Warranty and indemnity {#warranty}

${warranty.text}

${indemnity.text}

## Law {#law}

${law.text}
`
