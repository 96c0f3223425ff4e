export const licenseTermsSource = `- You pay once. The license lasts forever and holds worldwide.
- It covers the channels you chose, for the one end client whose size you chose, in the file format you took.
- Cut it, grade it, composite it. Do not pass the clip itself on, and do not sell it as footage.
- The filmmaker keeps the copyright; nobody else is kept from licensing the same clip.

## Who grants what to whom {#parties}

{{company.legal_name}} (“we”) grants the license on behalf of the filmmaker. The licensee is the workspace that placed the order (“you”). The license names each clip by its number, the format, the organization type, the size of the end client and the channels (“distributions”): all of it is on your order and your receipt.

It begins when the payment arrives, or when we invoice you, and covers nothing that was used before.

## The channels {#channels}

You may show your production in each channel that the license lists, as often and as long as you like:

{{license.distributions}}

Showing work in your own portfolio or to a jury is always included. A channel that is not listed needs a license of its own; a buyout of all media is [quoted on request](/contact?topic=buyout).

## The end client {#client}

A license is for one end client: the company or person that the production is made for, which may be you. Its size counts employees and regular contractors on the day of the order: {{license.client_sizes}}. If the client grows later, the license stays as it is. Use for another client needs another license.

**Personal** means a project of your own that is not for a business. **Non-profit** means a registered charity whose EIN is on the order; without one the discount does not apply and the commercial license is due.

## What you may do {#may}

- Cut, crop, grade, retime, composite and translate the clip, and combine it with anything.
- Use it in one production and in its cutdowns, versions and trailers for the same client.
- Hand the file to editors, studios and post houses who work on that production, and only for that work.
- Keep a copy for as long as you keep the production.

## What you may not do {#may-not}

- Sell, share or publish the clip by itself, or so that others can take it out as footage, a template or a loop.
- Use it as a trademark or logo, or claim that you made it.
- Use it in what is unlawful, defamatory or pornographic, or so that a person shown seems to endorse a product, a party or a cause, or to have an illness, without that person’s own consent.
- Train, test or feed a machine-learning system with it, beyond tools that help edit your production.
- Remove what identifies a file as ours from a comp or a preview.

## People and places {#releases}

Each clip’s page says which releases are on file. Where it says **editorial**, use the clip only for news, commentary and documentary, not for advertising. Where it says nothing about releases, ask us before a use that needs one.

## Comps {#comps}

The watermarked preview may be downloaded and cut with, inside your team and for your client’s approval. It may not be published, and it gives no right to the clip.

## When a license ends {#end}

It ends for a clip that we refund, or whose payment is reversed, and for a clip used against these terms if you do not put that right within 14 days of our notice. Then take the production down where it shows the clip, and delete the file.

A clip that a filmmaker withdraws from the shop stays licensed and stays downloadable for you. If a clip turns out to infringe somebody’s right, we tell you, you stop using it in new work, and we replace it or refund it.

## What we stand for {#warranty}

We stand for our right to license each clip, and for the clip not infringing copyright when it is used as licensed. If somebody claims otherwise, we take over the defense and what it costs, up to ten times the price of the clip, provided you tell us promptly and used it as licensed. Beyond that a clip is licensed as it is, and neither of us owes the other lost profit. Nothing here limits liability for intent, gross negligence, injury or what the law does not let anybody limit.

## Law {#law}

The law of {{company.country}} applies, without its rules of conflict. A consumer keeps the protection of the law where they live. The license in force on the day of an order stays the license of that order.
`
