import { appName, type Project } from './project.ts';
import { lines } from './text.ts';

/** The resources that the manifest names. */
export function resourceFiles(project: Project): Record<string, string> {
  return {
    'android/app/src/main/res/values/strings.xml': strings,
    'android/app/src/main/res/values/styles.xml': styles(project),
    'android/app/src/main/res/xml/network_security_config.xml': networkSecurity,
    'android/app/src/main/res/xml/data_extraction_rules.xml': dataExtraction,
    'android/app/src/debug/res/xml/network_security_config.xml': debugNetworkSecurity,
  };
}

const xml = '<?xml version="1.0" encoding="utf-8"?>';

const strings = lines(xml, '<resources>', `    <string name="app_name">${appName}</string>`, '</resources>');

/**
 * An app that targets SDK 35 is drawn under the bars of Android 15. Proven settings put that off; an app with new
 * ones takes care of it by itself.
 */
function styles({ isProven, targetSdk }: Project): string {
  const hasOldEdges = isProven && targetSdk >= 35;
  return lines(
    xml,
    '<resources xmlns:tools="http://schemas.android.com/tools">',
    '    <style name="AppTheme" parent="Theme.AppCompat.DayNight.NoActionBar">',
    '        <item name="android:editTextBackground">@drawable/rn_edit_text_material</item>',
    hasOldEdges && '        <!-- Keeps the page between the bars of Android 15. -->',
    hasOldEdges &&
      '        <item name="android:windowOptOutEdgeToEdgeEnforcement" tools:targetApi="35">true</item>',
    '    </style>',
    '</resources>',
  );
}

/** What people say and read goes over HTTPS alone. */
const networkSecurity = lines(
  xml,
  '<network-security-config>',
  '    <base-config cleartextTrafficPermitted="false" />',
  '</network-security-config>',
);

const debugNetworkSecurity = lines(
  xml,
  '<!-- Debug builds only: the page comes from the development server, over plain HTTP. -->',
  '<network-security-config>',
  '    <base-config cleartextTrafficPermitted="true" />',
  '</network-security-config>',
);

/** `allowBackup` alone does not keep Android 12 and later from copying to a new phone. */
const dataExtraction = lines(
  xml,
  '<data-extraction-rules>',
  ...['cloud-backup', 'device-transfer'].flatMap((way) => [
    `    <${way}>`,
    ...['root', 'file', 'database', 'sharedpref', 'external'].map(
      (domain) => `        <exclude domain="${domain}" />`,
    ),
    `    </${way}>`,
  ]),
  '</data-extraction-rules>',
);
