import { appName, type Project } from './project.ts';
import { joinLines } from './text.ts';

export function writeResourceFiles(project: Project): Record<string, string> {
  return {
    'android/app/src/main/res/values/strings.xml': strings,
    'android/app/src/main/res/values/styles.xml': writeStyles(project),
    'android/app/src/main/res/xml/network_security_config.xml': networkSecurity,
    'android/app/src/main/res/xml/data_extraction_rules.xml': dataExtraction,
    'android/app/src/debug/res/xml/network_security_config.xml': debugNetworkSecurity,
  };
}

const xml = '<?xml version="1.0" encoding="utf-8"?>';

const strings = joinLines(
  xml,
  '<resources>',
  `    <string name="app_name">${appName}</string>`,
  '</resources>',
);

/** Apps that target SDK 35 are drawn under Android 15's bars. Proven settings opt out. */
function writeStyles({ isProven, targetSdk }: Project): string {
  const optsOutOfEdgeToEdge = isProven && targetSdk >= 35;
  return joinLines(
    xml,
    '<resources xmlns:tools="http://schemas.android.com/tools">',
    '    <style name="AppTheme" parent="Theme.AppCompat.DayNight.NoActionBar">',
    '        <item name="android:editTextBackground">@drawable/rn_edit_text_material</item>',
    optsOutOfEdgeToEdge && '        <!-- Keeps the app between the bars of Android 15. -->',
    optsOutOfEdgeToEdge &&
      '        <item name="android:windowOptOutEdgeToEdgeEnforcement" tools:targetApi="35">true</item>',
    '    </style>',
    '</resources>',
  );
}

const networkSecurity = joinLines(
  xml,
  '<network-security-config>',
  '    <base-config cleartextTrafficPermitted="false" />',
  '</network-security-config>',
);

const debugNetworkSecurity = joinLines(
  xml,
  '<!-- Debug builds only: the JavaScript comes from the development server, over plain HTTP. -->',
  '<network-security-config>',
  '    <base-config cleartextTrafficPermitted="true" />',
  '</network-security-config>',
);

/** `allowBackup` alone does not stop copies to a new phone since Android 12. */
const dataExtraction = joinLines(
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
