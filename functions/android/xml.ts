/** `required` is false, because typed text works without a microphone. Since Android 11 an app sees only services in `queries`. */
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android"
    xmlns:tools="http://schemas.android.com/tools">

    <uses-permission android:name="android.permission.INTERNET" />
    <uses-permission android:name="android.permission.ACCESS_NETWORK_STATE" />
    <!-- NetInfo asks for the Wi-Fi’s name, which this app does not need. -->
    <uses-permission android:name="android.permission.ACCESS_WIFI_STATE" tools:node="remove" />
    <uses-permission android:name="android.permission.RECORD_AUDIO" />
    <uses-feature android:name="android.hardware.microphone" android:required="false" />

    <queries>
        <intent>
            <action android:name="android.speech.RecognitionService" />
        </intent>
        <intent>
            <action android:name="android.intent.action.TTS_SERVICE" />
        </intent>
    </queries>

    <application
        android:name=".MainApplication"
        android:label="@string/app_name"
        android:icon="@mipmap/ic_launcher"
        android:roundIcon="@mipmap/ic_launcher_round"
        android:theme="@style/AppTheme"
        android:supportsRtl="true"
        android:allowBackup="false"
        android:dataExtractionRules="@xml/data_extraction_rules"
        android:networkSecurityConfig="@xml/network_security_config"
        tools:targetApi="31">
        <activity
            android:name=".MainActivity"
            android:exported="true"
            android:launchMode="singleTask"
            android:windowSoftInputMode="adjustResize"
            android:configChanges="keyboard|keyboardHidden|orientation|screenLayout|screenSize|smallestScreenSize|uiMode">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
        </activity>
    </application>
</manifest>
`;

const strings = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name">Parley</string>
</resources>
`;

const styles = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools">
    <style name="AppTheme" parent="Theme.AppCompat.DayNight.NoActionBar">
        <item name="android:editTextBackground">@drawable/rn_edit_text_material</item>
    </style>
</resources>
`;

const networkSecurity = `<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
    <base-config cleartextTrafficPermitted="false" />
</network-security-config>
`;

const debugNetworkSecurity = `<?xml version="1.0" encoding="utf-8"?>
<!-- Debug builds only: the JavaScript comes from the development server, over plain HTTP. -->
<network-security-config>
    <base-config cleartextTrafficPermitted="true" />
</network-security-config>
`;

const copies = ['root', 'file', 'database', 'sharedpref', 'external']
  .map((domain) => `        <exclude domain="${domain}" />\n`)
  .join('');

/** `allowBackup` alone does not stop copies to a new phone since Android 12. */
const dataExtraction = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
    <cloud-backup>
${copies}    </cloud-backup>
    <device-transfer>
${copies}    </device-transfer>
</data-extraction-rules>
`;

export const xmlFiles = {
  'android/app/src/main/AndroidManifest.xml': manifest,
  'android/app/src/main/res/values/strings.xml': strings,
  'android/app/src/main/res/values/styles.xml': styles,
  'android/app/src/main/res/xml/network_security_config.xml': networkSecurity,
  'android/app/src/main/res/xml/data_extraction_rules.xml': dataExtraction,
  'android/app/src/debug/res/xml/network_security_config.xml': debugNetworkSecurity,
};
