import { useLinkTo } from '#client/links.ts';
import { storyOf } from '#client/shop/campaign/campaign-words.ts';
import { Section } from '#components/layout/section.tsx';
import { Art } from '#components/campaign/art.tsx';
import { storyStyle } from '#components/campaign/story-palette.ts';
import type { Campaign } from '#contract/campaign.ts';
import styles from './campaign.module.css';

/** The rest of the story: what the first band had no room for. */
export function Slides({ campaign, isOpen }: { campaign: Campaign; isOpen: boolean }) {
  const linkTo = useLinkTo();
  const slides = campaign.story?.slides.slice(1) ?? [];
  if (slides.length === 0) return null;
  return (
    <Section title="Mais desta campanha">
      <ul className={styles.slides}>
        {slides.map(({ title, text, image, buttonText }) => (
          <li key={title} className={styles.slide} style={storyStyle(storyOf(campaign))}>
            <div className={styles.words}>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
              {isOpen && buttonText ? (
                <a {...linkTo('app.catalog', { campaign: campaign.slug })} className={styles.link}>
                  {buttonText}
                </a>
              ) : null}
            </div>
            <div className={styles.picture}>
              <Art src={image} sizes="128px" cut />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
